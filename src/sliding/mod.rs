//! A puzzle as a state space: the only place where board and search meet.
