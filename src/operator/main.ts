import { CommanderError } from 'commander';
import type { Config } from '../config.ts';
import { startErrorMessage, toFailure } from '../errors/translate.ts';
import { oneLine } from '../vocabulary/text.ts';
import { program, type Screen } from './program.ts';

/** How many characters of an argument an error repeats. */
const maxRepeatedLength = 80;

/**
 * Does what the command line says, and prints what comes of it. Returns the exit status: 1 where it is refused or
 * the database does not answer, 2 for wrong usage, each with one line on standard error. Faults of ours are thrown,
 * to be seen whole.
 */
export async function main(args: string[], configuration: () => Config, screen: Screen): Promise<number> {
  const complain = (message: string) => screen.error(`corkboard: ${oneLine(shortened(message, args))}`);
  try {
    await program(configuration, screen).parseAsync(asOption(args), { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) {
      // Help that was asked for is printed already.
      if (error.exitCode === 0) return 0;
      complain(misuse(error));
      return 2;
    }
    const line = toFailure(error)?.message ?? startErrorMessage(error);
    if (line === null) throw error;
    complain(line);
    return 1;
  }
}

/** `help key` is `key --help`. */
const asOption = ([first, ...others]: string[]): string[] =>
  first === 'help' ? [...others, '--help'] : first === undefined ? [] : [first, ...others];

const misuse = ({ code, message }: CommanderError) =>
  code === 'commander.help' ? 'name a noun and a verb: --help lists them.' : message.replace(/^error: /, '');

/** Shortens long arguments in a message to what is needed to recognize them. */
function shortened(message: string, args: string[]): string {
  const given = args.flatMap(argument =>
    [argument.replace(/^--[^=]+=/, ''), argument].map(text => text.trim()),
  );
  return given
    .filter(argument => argument.length > maxRepeatedLength)
    .reduce((text, long) => text.replaceAll(long, `${long.slice(0, maxRepeatedLength)}…`), message);
}
