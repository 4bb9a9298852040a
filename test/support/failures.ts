import { stripVTControlCharacters } from 'node:util';

/** The most lines of a summary, so that the last 100 of a run contain it. */
const maxLines = 90;
/** The most lines of one failure. */
const maxOfOne = 8;

/** Begins what ava prints while tests run about a failure that no test reports, or that ends the run. */
const begins = /^ {2}(?:✘ |Uncaught exception in |Unhandled rejection in )/;
const ends = /^ {2}[✔✘-] /;

/**
 * The failures in ava's output, shortened to the title, the file and the error of each. ava prints the details of failed tests
 * at the end, with hundreds of lines, and uncaught exceptions and timeouts only where they happen.
 */
export function failuresIn(output: string): string {
  const lines = stripVTControlCharacters(output)
    .replaceAll(/groups › \d+ › /g, '')
    .split('\n');
  const end = lines.indexOf('  ─');
  const details = end === -1 ? [] : lines.slice(end + 1, lines.lastIndexOf('  ─'));
  const meanwhile: string[][] = [];
  const isDetailed = (line: string) => end !== -1 && line.startsWith('  ✘ [fail]: ');
  let isOpen = false;
  for (const line of end === -1 ? lines : lines.slice(0, end)) {
    const isBeginning = begins.test(line) && !isDetailed(line);
    if (isBeginning) meanwhile.push([]);
    isOpen = isBeginning || (isOpen && !ends.test(line));
    if (isOpen) meanwhile.at(-1)!.push(line);
  }
  // Three empty lines separate the details of one test from those of the next.
  const failures = [
    ...details
      .join('\n')
      .split('\n\n\n\n')
      .map(text => text.split('\n')),
    ...meanwhile,
  ]
    .map(failure => failure.filter(isTold))
    .filter(failure => failure.length > 0);
  const most = Math.max(1, Math.min(maxOfOne, Math.floor(maxLines / failures.length)));
  const told = failures.slice(0, maxLines).flatMap(failure => failure.slice(0, most));
  const left = failures.length - maxLines;
  return [`===== Failures: ${failures.length}`, ...told, ...(left > 0 ? [`… and ${left} more`] : [])].join(
    '\n',
  );
}

/** Whether a line is neither empty nor one of the source around the failure. */
const isTold = (line: string) => line.trim() !== '' && !/^ +\d+: /.test(line);
