/** Prints that tests are skipped because something is not installed. With TEST_MISSING=fail, throws instead. */
export function missing(what: string): void {
  const message = `Not installed, so its tests are skipped: ${what}.`;
  if (process.env.TEST_MISSING === 'fail') throw new Error(message);
  console.log(message);
}
