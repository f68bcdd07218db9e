"""What all places hold, estimated together; how sure this is; what it means for the cells."""
