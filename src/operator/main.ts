import { CommanderError } from 'commander';
import { readConfig } from '../config.ts';
import { Failure } from '../failure.ts';
import { StartError } from '../startError.ts';
import { oneLine } from '../vocabulary/text.ts';
import { program } from './program.ts';

/** How much of an argument an error repeats. */
const longestRepeated = 80;

/**
 * Does what the command line says. Answers the exit status: 1 where it is refused or the database does not
 * answer, 2 for wrong usage, each with one line on standard error. Faults of ours are thrown, to be seen whole.
 */
export async function main(): Promise<number> {
  try {
    await program(readConfig).parseAsync();
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return usage(error);
    if (!(error instanceof Failure || error instanceof StartError)) throw error;
    complain(error.message);
    return 1;
  }
}

function usage({ code, message, exitCode }: CommanderError): number {
  // Help that was asked for is printed already.
  if (exitCode === 0) return 0;
  complain(
    code === 'commander.help'
      ? 'name a noun and a verb: --help lists them.'
      : message.replace(/^error: /, ''),
  );
  return 2;
}

/** Says what is wrong, and repeats no more of a long argument than tells which one is meant. */
function complain(message: string): void {
  const given = process.argv
    .slice(2)
    .flatMap(argument => [argument.replace(/^--[^=]+=/, ''), argument].map(text => text.trim()));
  const short = given
    .filter(argument => argument.length > longestRepeated)
    .reduce((text, long) => text.replaceAll(long, `${long.slice(0, longestRepeated)}…`), message);
  console.error(`corkboard: ${oneLine(short)}`);
}
