import { RemoteError } from '../errors/serviceError.ts';

const untrusted = 'certificate chain is incomplete or ends with an authority that is not trusted';
const oldProtocol = 'TLS version is too old: 1.2 or 1.3 is required';
/** Reasons that an answer can't be read, though there was one. */
export const notHttp = 'answer is not HTTP/1.1';
export const onlyHttp2 = 'receiver speaks only HTTP/2: HTTP/1.1 is required';
export const malformed = 'headers of the answer are malformed, such as two Content-Length headers';

/**
 * Reasons for the operator of the receiver, by the error's code, or by the message of undici's SocketError, whose code
 * is always the same. The error's own text is never quoted, because it may contain a private address or an internal
 * name.
 */
const reasons: Record<string, string> = {
  // Certificates (OpenSSL and Node)
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate comes from an authority that is not trusted',
  CERT_UNTRUSTED: 'certificate comes from an authority that is not trusted',
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  CERT_HAS_EXPIRED: 'certificate has expired',
  CERT_NOT_YET_VALID: 'certificate is not valid yet',
  CERT_REVOKED: 'certificate was revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'name is not in the certificate',
  HOSTNAME_MISMATCH: 'name is not in the certificate',
  INVALID_CA: 'certificate was issued by one that may not issue others',
  INVALID_PURPOSE: 'certificate, or the one that issued it, is not valid for this purpose',
  CERT_CHAIN_TOO_LONG: 'certificate chain is too long',
  EE_KEY_TOO_SMALL: 'key of the certificate is too short',
  // TLS
  ERR_SSL_WRONG_VERSION_NUMBER: 'no TLS on this port',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'no TLS on this port',
  ERR_SSL_UNSUPPORTED_PROTOCOL: oldProtocol,
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: oldProtocol,
  'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE': 'TLS handshake refused by the receiver',
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: 'TLS handshake refused by the receiver',
  ERR_SSL_TLSV1_UNRECOGNIZED_NAME: 'receiver has no certificate for this name',
  ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL: onlyHttp2,
  // Connections (the system's, then undici's)
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'reset by the receiver',
  EPIPE: 'reset by the receiver',
  EHOSTUNREACH: 'host cannot be reached',
  ENETUNREACH: 'network cannot be reached',
  ETIMEDOUT: 'connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'no connection within 10 seconds',
  'other side closed': 'closed by the receiver without an answer',
  'bad upgrade': 'switched to another protocol',
  UND_ERR_HEADERS_OVERFLOW: 'headers of the answer are too long',
  // The parser's error for headers that it rejects after a Content-Length. A body of another length has a status before it.
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: malformed,
  // Names (the system's resolver, then our own limit)
  ENOTFOUND: 'name does not exist or has no address',
  EAI_AGAIN: 'name servers did not answer',
  ETIMEOUT: 'name took too long to resolve',
};

/** Why an attempt got no response, in words; null if only the outcome is known. */
export function reasonOf(error: unknown): string | null {
  if (error instanceof RemoteError && error.reason !== null) return error.reason;
  const { code = '', message = '' } = rootOf(error);
  if (/before secure TLS connection/.test(message)) return 'closed by the receiver during the TLS handshake';
  // By name, because the web process shows reasons, and would load all of undici for its class.
  if ((error as Error).name === 'HTTPParserError') return parserReason(error as Error);
  return reasons[code === 'UND_ERR_SOCKET' ? message : code] ?? null;
}

/** The types of the frames with which an HTTP/2 server answers HTTP/1.1: its settings, or the end of the connection. */
const settingsFrame = 4;
const goAwayFrame = 7;

/** Why the parser rejected an answer. */
function parserReason({ message, data = '' }: Error & { data?: string }): string {
  const frame = data.charCodeAt(3);
  if (data.startsWith('\0\0') && (frame === settingsFrame || frame === goAwayFrame)) return onlyHttp2;
  return message.includes('Content-Length') ? malformed : notHttp;
}

/** A name that did not resolve keeps the resolver's error as its cause. */
const rootOf = (error: unknown) =>
  (error instanceof RemoteError ? (error.cause ?? error) : error) as Error & { code?: string };
