/** The HTTP request, as bytes, by which a client approves this version of a scope. */
export function approval(port: number, token: string, version: number): string {
  const body = new URLSearchParams({ by: 'Eve', version: String(version) }).toString();
  return [
    `POST /scope/${token}/approve HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    'Sec-Fetch-Site: same-origin',
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}
