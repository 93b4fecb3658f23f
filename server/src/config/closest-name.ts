/** The name that was probably meant, or null when none is near: at most two letters or a third of them may differ. */
export function closestName(typed: string, names: readonly string[]): string | null {
  let closest: string | null = null;
  let smallest = Math.max(2, Math.floor(typed.length / 3)) + 1;
  for (const name of names) {
    const distance = editDistance(typed.toLowerCase(), name.toLowerCase());
    if (distance < smallest) {
      closest = name;
      smallest = distance;
    }
  }
  return closest;
}

/** How many letters must be added, removed or changed to get from one text to the other (Levenshtein). */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const changed = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(changed, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}
