//! Random frames for property tests.

/// Gives every cell that is not connected to the first of its letter back to the frame.
pub(crate) fn keep_first_parts(rows: &mut [Vec<char>], letters: &[char]) {
    for &letter in letters {
        let mut kept: Vec<(usize, usize)> = Vec::new();
        for _ in 0..rows.len() * rows[0].len() {
            for (r, row) in rows.iter().enumerate() {
                for (c, _) in row.iter().enumerate().filter(|&(_, &cell)| cell == letter) {
                    let near = |&(r2, c2): &(usize, usize)| r.abs_diff(r2) + c.abs_diff(c2) == 1;
                    let joins = kept.is_empty() || kept.iter().any(near);
                    if joins && !kept.contains(&(r, c)) {
                        kept.push((r, c));
                    }
                }
            }
        }
        for (r, row) in rows.iter_mut().enumerate() {
            for (c, cell) in row.iter_mut().enumerate() {
                if *cell == letter && !kept.contains(&(r, c)) {
                    *cell = '.';
                }
            }
        }
    }
}
