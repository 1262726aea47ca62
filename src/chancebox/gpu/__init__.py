"""The third build: the rules of every game translated to C++, for a GPU, or for a compiler without one."""
