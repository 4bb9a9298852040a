import assert from 'node:assert/strict';
import {
  CLIENT_CAPABILITIES_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  SERVER_INFO_META_KEY,
} from '@modelcontextprotocol/client';
import { ErrorBody, statusOf } from '../../src/errors/failure.ts';
import { toolName } from '../../src/http/mcp/tools.ts';
import { catalogue } from '../../src/operations/catalogue.ts';
import type { Account } from './account.ts';
import { type Answer, fetchAnswer } from './call.ts';

/** The two generations of the protocol: legacy begins with a handshake, modern does not. */
type Era = 'legacy' | 'modern';
export const eras: readonly Era[] = ['legacy', 'modern'];

/** The version of the protocol without a handshake. */
export const modernVersion = '2026-07-28';
/** The versions that begin with `initialize`, newest first. */
export const legacyVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'] as const;
/** The keys that the modern version uses in `_meta`. */
export const metaKeys = {
  protocolVersion: PROTOCOL_VERSION_META_KEY,
  clientCapabilities: CLIENT_CAPABILITIES_META_KEY,
  serverInfo: SERVER_INFO_META_KEY,
} as const;

/**
 * Sends bytes or a message to the tool server as they are, and checks the rules that every response must follow. Its body is
 * the JSON-RPC message, or the REST error body.
 */
export async function post(
  studio: Pick<Account, 'baseUrl' | 'key'>,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetchAnswer(studio.baseUrl, {
    method: 'POST',
    path: '/api/mcp',
    key: studio.key,
    body,
    headers: { Accept: 'application/json', ...headers },
  });
  const { status } = answer;
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.match(answer.headers.get('request-id') ?? '', /^[0-9a-f-]{36}$/);
  const isLimited = answer.headers.has('ratelimit') && answer.headers.has('ratelimit-policy');
  assert.equal(isLimited, status !== 401, `${status} ${JSON.stringify(answer.body)}`);
  if (status !== 500) assert.equal(answer.headers.has('retry-after'), status === 429);
  assert.equal(answer.headers.get('content-type'), status === 202 ? null : 'application/json');
  if ([401, 402, 413, 429, 500].includes(status)) {
    assert.equal(statusOf[ErrorBody.parse(answer.body).code], status);
  } else if (status !== 202) {
    assert.equal(answer.body.jsonrpc, '2.0');
    assert.equal('result' in answer.body, !('error' in answer.body));
  }
  assert.doesNotMatch(answer.text, /never-leaves/i);
  return answer;
}

let lastId = 0;

/** Sends a request of an era, with the headers and `_meta` that the era needs. */
export async function rpc(
  studio: Pick<Account, 'baseUrl' | 'key'>,
  era: Era,
  method: string,
  params: Record<string, unknown> = {},
): Promise<Answer> {
  const id = ++lastId;
  const answer = await post(studio, request(era, id, method, params), headersOf(era, method, params));
  if ('jsonrpc' in answer.body) assert.equal(answer.body.id, id);
  return answer;
}

export function request(era: Era, id: unknown, method: string, params: Record<string, unknown> = {}): object {
  const meta = { [metaKeys.protocolVersion]: modernVersion, [metaKeys.clientCapabilities]: {} };
  return { jsonrpc: '2.0', id, method, params: era === 'modern' ? { ...params, _meta: meta } : params };
}

export function headersOf(era: Era, method: string, { name }: Record<string, unknown> = {}) {
  if (era === 'legacy') return { 'MCP-Protocol-Version': legacyVersions[0] };
  return {
    'MCP-Protocol-Version': modernVersion,
    'Mcp-Method': method,
    ...(typeof name === 'string' ? { 'Mcp-Name': name } : {}),
  };
}

export interface ToolResult {
  /** The same body as REST's, for success and failure. */
  body: any;
  /** The first text of the content: the same body as JSON. */
  text: string;
  /** The second text of the content, which replays have, and lists that are filtered by an id that no record has. */
  note: string | undefined;
  isError: boolean;
  replayed: boolean;
  headers: Headers;
}

/** Calls a tool, and checks the rules that every result must follow. */
export async function callTool(
  studio: Pick<Account, 'baseUrl' | 'key'>,
  name: string,
  args?: unknown,
  era: Era = 'modern',
): Promise<ToolResult> {
  const answer = await rpc(studio, era, 'tools/call', {
    name,
    ...(args === undefined ? {} : { arguments: args }),
  });
  assert.equal(answer.status, 200, answer.text);
  const { result } = answer.body;
  assert.ok(result, answer.text);
  const { resultType, content, structuredContent, isError = false, _meta } = result;
  assert.equal(resultType, era === 'modern' ? 'complete' : undefined);
  assert.ok(content.every(({ type }: { type: string }) => type === 'text'));
  const mayHaveNote = structuredContent.data?.length === 0;
  assert.ok(content.length === (_meta === undefined ? 1 : 2) || (mayHaveNote && content.length === 2));
  const [text, note] = content.map((part: { text: string }) => part.text);
  assert.deepEqual(JSON.parse(text), structuredContent);
  assert.ok(answer.text.includes(`"structuredContent":${text}`));
  assert.deepEqual(_meta, _meta === undefined ? undefined : { idempotencyReplayed: true });
  const { output } = catalogue.find(operation => toolName(operation.name) === name)!;
  (isError ? ErrorBody : output).parse(structuredContent);
  const replayed = _meta !== undefined;
  return { body: structuredContent, text, note, isError, replayed, headers: answer.headers };
}
