import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { eventually } from './eventually.ts';

/** The request that is sent repeatedly, and the number of connections. */
interface Plan {
  port: number;
  /** The bytes of a request. Its responses must have a Content-Length. */
  request: string;
  connections: number;
}

/**
 * Floods a server with requests from a separate process, so that this does not slow down the test: opens connections that
 * send the request again after each response. A connection that the server closes is replaced.
 */
export async function flood(plan: Plan) {
  const child = fork(import.meta.filename);
  const ask = async () => {
    child.send('how many');
    return (await once(child, 'message'))[0] as Record<string, number>;
  };
  child.send(plan);
  await once(child, 'message');
  return {
    /** Waits until it has received this many responses. */
    answered: async (count: number) => {
      await eventually(async () => Object.values(await ask()).reduce((sum, more) => sum + more, 0) >= count);
    },
    /** Ends it, and returns how many responses it received with each status. */
    stop: async () => {
      const answers = await ask();
      child.kill('SIGKILL');
      await once(child, 'exit');
      return answers;
    },
    /** Ends it, if it has not ended. */
    kill: () => child.kill('SIGKILL'),
  };
}

/** Sends requests on one connection, and reports the status of each response. */
function keepSending({ port, request }: Plan, report: (status: string) => void): void {
  const socket = connect(port, '127.0.0.1', () => socket.write(request));
  let text = '';
  socket.on('error', () => {});
  socket.on('data', data => {
    text += data.toString('latin1');
    const headEnd = text.indexOf('\r\n\r\n');
    if (headEnd === -1) return;
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(text)![1]);
    if (text.length < headEnd + 4 + length) return;
    report(text.slice(9, 12));
    text = '';
    socket.write(request);
  });
  socket.on('close', () => setTimeout(keepSending, 100, { port, request }, report));
}

if (import.meta.main) {
  const [plan] = (await once(process, 'message')) as [Plan];
  const answers: Record<string, number> = {};
  for (let i = 0; i < plan.connections; i++) {
    keepSending(plan, status => {
      answers[status] = (answers[status] ?? 0) + 1;
    });
  }
  process.on('message', () => process.send!(answers));
  process.send!('begun');
}
