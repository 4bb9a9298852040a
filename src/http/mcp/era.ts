import { isObject } from '../request.ts';
import type { Message } from './message.ts';
import { legacyVersions, metaKeys, modernVersion, ProtocolError, supportedVersions } from './protocol.ts';

/** What the two lines of the protocol do differently. */
export interface Era {
  /** Begins every result. */
  resultPrefix: string;
  /** The HTTP status of "no such method". */
  methodNotFoundStatus: number;
  /** What may be called besides the tools. */
  methods: readonly ('initialize' | 'ping' | 'server/discover')[];
}

export const legacy: Era = {
  resultPrefix: '',
  methodNotFoundStatus: 200,
  methods: ['initialize', 'ping'],
};

export const modern: Era = {
  resultPrefix: '"resultType":"complete",',
  methodNotFoundStatus: 404,
  methods: ['server/discover'],
};

const mismatch = (text: string) => new ProtocolError('headerMismatch', 400, text);

/**
 * The era of a request: modern where header or `_meta` says so. Throws ProtocolError for a revision that is
 * not supported, and for a modern request whose headers and body do not agree (2026-07-28: Server Validation).
 */
export function eraOf(message: Message): Era {
  const said = message.headers['mcp-protocol-version'];
  const { _meta: meta } = message.params;
  const inBody = isObject(meta) ? meta[metaKeys.protocolVersion] : undefined;
  if (inBody !== undefined && inBody !== said) {
    throw mismatch(
      `The header MCP-Protocol-Version must be the same as _meta["${metaKeys.protocolVersion}"].`,
    );
  }
  if (said === undefined || legacyVersions.some(version => version === said)) return legacy;
  if (said !== modernVersion) throw unsupported(said);
  checkMeta(meta);
  checkHeaders(message);
  return modern;
}

function unsupported(requested: unknown): ProtocolError {
  return new ProtocolError('unsupportedVersion', 400, 'Unsupported protocol version.', {
    supported: supportedVersions,
    requested,
  });
}

function checkMeta(meta: unknown): void {
  if (!isObject(meta) || meta[metaKeys.protocolVersion] === undefined)
    throw missing(metaKeys.protocolVersion);
  if (!isObject(meta[metaKeys.clientCapabilities])) throw missing(metaKeys.clientCapabilities);
}

const missing = (key: string) => new ProtocolError('invalidParams', 400, `params._meta must have "${key}".`);

/** The headers by which others route the request must say what its body says. */
function checkHeaders({ method, params, headers }: Message): void {
  if (headers['mcp-method'] !== method) {
    throw mismatch('The header Mcp-Method must be sent, and be the same as method.');
  }
  if (method === 'tools/call' && decoded(headers['mcp-name']) !== params.name) {
    throw mismatch('The header Mcp-Name must be sent, and be the same as params.name.');
  }
}

/** A header's value; what does not fit in a header is sent as =?base64?…?=. */
function decoded(value: string | string[] | undefined): unknown {
  const [, base64] = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(String(value)) ?? [];
  return base64 === undefined ? value : Buffer.from(base64, 'base64').toString();
}
