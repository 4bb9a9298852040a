import { shellQuoted } from '../../../webhooks/curl.ts';
import { timestampOf } from '../../../webhooks/headers.ts';
import { codeBlock } from '../../components/codeBlock.ts';
import { type Html, html } from '../../html/html.ts';
import type { DeliveryDetail } from '../../queries/deliveries.ts';

interface Signed {
  timestamp: number;
  signatures: string;
  body: string;
}

/**
 * A shell command that prints the hex digits of the signature. It has no comment, because not every shell accepts one
 * at the prompt.
 */
const inShell = ({ timestamp, body }: Signed) => `SECRET='whsec_…'
TIMESTAMP=${timestamp}
BODY=${shellQuoted(body)}
printf '%s.%s' "$TIMESTAMP" "$BODY" | openssl dgst -sha256 -hmac "$SECRET"`;

/** A module for Node.js that prints whether a signature is genuine. */
const inNode = (signed: Signed) => `import { createHmac, timingSafeEqual } from 'node:crypto';

const timestamp = '${signed.timestamp}'; // X-Service-Timestamp
const signatures = '${signed.signatures}'; // X-Service-Signatures
const body = ${JSON.stringify(signed.body)}; // the raw body

const hmac = createHmac('sha256', process.env.SECRET).update(\`\${timestamp}.\${body}\`);
const expected = Buffer.from(\`v1=\${hmac.digest('hex')}\`);
const isGenuine = signatures
  .split(',')
  .map(signature => Buffer.from(signature))
  .some(given => given.length === expected.length && timingSafeEqual(given, expected));
console.log(isGenuine);`;

/**
 * How a receiver checks the signature of the newest attempt, with its values; null if there is no signature to check.
 */
export function signatureRecipe(delivery: DeliveryDetail, body: string): Html | null {
  const [newest] = delivery.attempts;
  if (newest === undefined || newest.signatures === null) return null;
  const { signatures } = newest;
  const signed = { timestamp: timestampOf(Date.parse(newest.attemptedAt)), signatures, body };
  const expected = signatures.split(',').map(signature => signature.replace('v1=', ''));
  return html`
    <section><h2>Check the signature</h2>
      <ol>
        <li>Take the body as raw bytes, before anything parses it.</li>
        <li>Join the value of <code>X-Service-Timestamp</code>, a dot and the body.</li>
        <li>Compute the HMAC-SHA256 of that text in lowercase hex. The key is the whole signing secret, with <code>whsec_</code>.</li>
        <li>Put <code>v1=</code> before it. One of the values in <code>X-Service-Signatures</code> must be equal.</li>
        <li>Reject a timestamp that is more than 300 seconds from your clock.</li>
      </ol>
      <h3>With the values of this delivery</h3>
      <p>With the endpoint’s signing secret in place of <code>whsec_…</code>, these shell commands print
        ${expected.map((hex, n) => html`${n === 0 ? null : ' or, with the previous secret, '}<code>${hex}</code>`)}:</p>
      ${codeBlock('verify-shell', 'shell commands', inShell(signed))}
      <details><summary>In Node.js</summary>${codeBlock('verify-node', 'Node.js code', inNode(signed))}</details>
    </section>`;
}
