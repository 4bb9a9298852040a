import { CommanderError } from 'commander';
import { StartError } from '../config.ts';
import { Failure } from '../failure.ts';
import { oneLine } from './print.ts';
import { program } from './program.ts';

/**
 * Does what the command line says. Answers the exit status: 1 where it is refused or the database does not
 * answer, 2 for wrong usage, each with one line on standard error. Faults of ours are thrown, to be seen whole.
 */
export async function main(): Promise<number> {
  try {
    await program().parseAsync();
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return usage(error);
    if (!(error instanceof Failure || error instanceof StartError)) throw error;
    complain(error.message);
    return 1;
  }
}

function usage({ code, message, exitCode }: CommanderError): number {
  // Help is printed already, asked for or not.
  if (!code.startsWith('commander.help')) complain(message.replace(/^error: /, ''));
  return exitCode === 0 ? 0 : 2;
}

const complain = (message: string) => console.error(`corkboard: ${oneLine(message)}`);
