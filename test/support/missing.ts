/**
 * Says that something is not on this machine, so that what is tried with it is left out. With TEST_MISSING=fail, where
 * nothing is to be left out, it throws instead.
 */
export function missing(what: string): void {
  const message = `Missing here, so that what is tried with it is left out: ${what}.`;
  if (process.env.TEST_MISSING === 'fail') throw new Error(message);
  console.log(message);
}
