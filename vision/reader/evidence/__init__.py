"""What speaks for each content of each place: the network's answers, corrected where they are known to fail, and the
colours.
"""
