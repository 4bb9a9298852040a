import { get } from 'node:http';
import { isIPv6 } from 'node:net';

// The images' health check: ends with 0 if this container's process answers /healthz on the port in a variable (PORT with HOST,
// METRICS_PORT with METRICS_HOST), or if it serves none. It imports nothing else, because it runs twice a minute.
const [variable = 'PORT', ofItself] = process.argv.slice(2);
const { [variable]: port = ofItself, [variable.replace('PORT', 'HOST')]: listensOn } = process.env;

/** The address of this machine that reaches the one that the process listens on; the two wildcards reach themselves. */
const host = listensOn || '127.0.0.1';

if (port) {
  get(`http://${isIPv6(host) ? `[${host}]` : host}:${port}/healthz`, ({ statusCode }) =>
    process.exit(statusCode === 200 ? 0 : 1),
  ).on('error', () => process.exit(1));
}
