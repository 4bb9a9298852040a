/**
 * Minutes as hundredths of an hour that add up: their sum is rounded once, half up, and each part is its own exact value
 * rounded down or up, by largest remainder (of equal ones the earlier is rounded up).
 */
export function hundredthsOfHours(minutes: readonly number[]): number[] {
  // A minute is five thirds of a hundredth.
  const thirds = minutes.map(part => part * 5);
  const parts = thirds.map(third => Math.floor(third / 3));
  const whole = Math.floor((2 * total(thirds) + 3) / 6);
  const byRemainder = thirds
    .map((third, at) => ({ at, remainder: third % 3 }))
    .sort((one, other) => other.remainder - one.remainder || one.at - other.at);
  for (const { at } of byRemainder.slice(0, whole - total(parts))) parts[at]! += 1;
  return parts;
}

const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
