import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { CommanderError } from 'commander';
import { readConfig } from '../../src/config.ts';
import { main } from '../../src/operator/main.ts';
import { program } from '../../src/operator/program.ts';
import type { World } from './world.ts';

const cli = join(import.meta.dirname, '../../src/bin/cli.ts');

interface Outcome {
  status: number;
  stdout: string;
  stderr: string;
}

/** Runs the operator's command on a world's database. */
interface Operator {
  /** Runs a command with --json and returns its output. Throws if it does not succeed. */
  (...args: string[]): Promise<any>;
  /** Runs a command that is rejected (exit status 1) and returns its error message. */
  refused(...args: string[]): Promise<string>;
  /** Runs a command without --json and returns its output. */
  read(...args: string[]): Promise<string>;
}

/** `env`: environment variables of its commands, besides DATABASE_URL. */
export function operator(w: World, env: Record<string, string> = {}): Operator {
  // Only the owner's role may change plans.
  const run = (...args: string[]) =>
    command(args, { DATABASE_URL: args[0] === 'plan' ? w.databaseUrl : w.serviceUrl, ...env });
  const succeeds = async (...args: string[]) => {
    const { status, stdout, stderr } = await run(...args);
    assert.deepEqual({ status, stderr }, { status: 0, stderr: '' }, args.join(' '));
    return stdout;
  };
  return Object.assign(
    async (...args: string[]) => {
      const stdout = await succeeds(...args, '--json');
      assert.match(stdout, /^\{.*\}\n$/);
      return JSON.parse(stdout);
    },
    {
      refused: async (...args: string[]) => {
        const outcome = await run(...args, '--json');
        assert.equal(outcome.status, 1, `${args.join(' ')}: ${outcome.stdout}${outcome.stderr}`);
        return errorMessage(outcome);
      },
      read: succeeds,
    },
  );
}

/** Runs a command in this process, which saves the time to start one. The result is the same (usage.test.ts). */
export async function command(args: string[], env: Record<string, string>): Promise<Outcome> {
  const outcome = { stdout: '', stderr: '' };
  const status = await main(args, () => readConfig({ ...process.env, ...env }), {
    log: text => {
      outcome.stdout += `${text}\n`;
    },
    error: text => {
      outcome.stderr += `${text}\n`;
    },
  });
  return { status, ...outcome };
}

/** Runs the command in its own process with these environment variables, and returns its result even if it failed. */
export function runCommand(args: string[], env: Record<string, string>): Promise<Outcome> {
  return new Promise(done => {
    const options = { env: { ...process.env, ...env } };
    const child = execFile(process.execPath, [cli, ...args], options, (_, stdout, stderr) =>
      done({ status: child.exitCode!, stdout, stderr }),
    );
  });
}

/**
 * Parses a command with a usage error, without starting a process, and returns the error's message. Throws if there is
 * no usage error. (usage.test.ts checks that such an error becomes one line and exit status 2.)
 */
export async function misuse(...args: string[]): Promise<string> {
  const error = await program(() => readConfig({ DATABASE_URL: 'postgres://127.0.0.1:1/none' }), console)
    .parseAsync(args, { from: 'user' })
    .catch((error: unknown) => error);
  assert.ok(error instanceof CommanderError, `${args.join(' ')} is no usage error: ${error}`);
  return error.message;
}

/** The error message of a failed command. Throws unless the command printed exactly that one line. */
export function errorMessage({ stdout, stderr }: Outcome): string {
  assert.equal(stdout, '');
  assert.match(stderr, /^corkboard: [^\n]+\n$/);
  return stderr.slice('corkboard: '.length, -1);
}

/** Every row of a workspace, for tests that check that nothing changed. */
export async function everything({ db }: World, workspaceId: string): Promise<Record<string, unknown>> {
  const { rows } = await db.query(
    `select table_name as name, min(c.column_name) as key from information_schema.columns c
       join information_schema.tables t using (table_schema, table_name)
     where t.table_type = 'BASE TABLE' and table_schema = 'corkboard'
       and (c.column_name = 'workspace_id' or table_name = 'workspaces' and c.column_name = 'id')
     group by 1 order by 1`,
  );
  const contents: Record<string, unknown> = {};
  // One after the other, because each connection of the pool would have to learn of all tables.
  for (const { name, key } of rows) {
    const text = `select row_to_json(t) as row from corkboard.${name} t where ${key} = $1 order by t::text`;
    contents[name] = (await db.query(text, [workspaceId])).rows;
  }
  return contents;
}
