//! Move lists, replayed by someone who trusts nobody.
