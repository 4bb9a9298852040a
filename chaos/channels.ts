import { toolName } from '../src/http/mcp/tools.ts';
import { catalogue } from '../src/operations/catalogue.ts';
import { headersOf, request } from '../test/support/tools.ts';
import type { Channel, Write } from './writes.ts';

/** A response in the common form of both channels (REST and the tool server): REST's status and body. */
export interface Answer {
  status: number;
  text: string;
}

/** How long an integrator waits for a response, in ms: a verdict may take 15 s. */
const timeoutMs = 20_000;

/** Sends a write once. Null if the response is lost: then it is unknown whether the write was done. */
export async function send(write: Write, address: string): Promise<Answer | null> {
  try {
    return await channels[write.channel](write, address);
  } catch {
    return null;
  }
}

const channels: Record<Channel, (write: Write, address: string) => Promise<Answer>> = {
  rest: ({ operation, input, workspace, marker }, address) => {
    const { path } = catalogue.find(({ name }) => name === operation)!;
    const { id, ...body } = input;
    const url = `${address}/api/v1${path.replace(':id', String(id))}`;
    return post(url, workspace.key, body, { 'Idempotency-Key': marker });
  },
  tool: async ({ operation, input, workspace }, address) => {
    const params = { name: toolName(operation), arguments: input };
    const message = request('modern', 1, 'tools/call', params);
    const headers = { Accept: 'application/json', ...headersOf('modern', 'tools/call', params) };
    const { status, text } = await post(`${address}/api/mcp`, workspace.key, message, headers);
    if (status !== 200) return { status, text };
    const { result } = JSON.parse(text);
    return { status: result.isError ? 422 : 201, text: result.content[0].text };
  },
};

async function post(
  url: string,
  key: string,
  body: object,
  headers: Record<string, string>,
): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  });
  return { status: response.status, text: await response.text() };
}
