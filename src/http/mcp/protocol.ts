/** The revision without a handshake: every request says in `_meta` what it needs (modelcontextprotocol.io, 2026-07-28). */
export const modernVersion = '2026-07-28';
/** The revisions that begin with `initialize`, newest first. */
export const legacyVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'] as const;
/**
 * The revisions whose schema lets an error go without `id`. In the ones before every error has one, and JSON-RPC 2.0
 * wants null where the request's could not be read. A client that names no revision speaks one of those.
 */
const versionsWithoutId: readonly unknown[] = [modernVersion, '2025-11-25'];
export const supportedVersions: readonly string[] = [modernVersion, ...legacyVersions];

/** The `id` of an error in answer to a request whose own could not be read; `version`: the header MCP-Protocol-Version. */
export const unreadableId = (version: unknown): null | undefined =>
  version === undefined ||
  legacyVersions.some(known => known === version && !versionsWithoutId.includes(known))
    ? null
    : undefined;

/** The names of what the modern revision puts in `_meta`. */
export const metaKeys = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
} as const;

/** JSON-RPC's own error codes, and the protocol's (basic, Error Codes). */
export const errorCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const;

/** What is wrong with a message before any tool sees it: a JSON-RPC error, with the HTTP status it travels under. */
export class ProtocolError extends Error {
  readonly code: number;
  readonly status: number;
  readonly data: object | undefined;

  constructor(kind: keyof typeof errorCodes, status: number, message: string, data?: object) {
    super(message);
    this.code = errorCodes[kind];
    this.status = status;
    this.data = data;
  }
}
