import { curlCommand } from '../../../webhooks/curl.ts';
import { formats } from '../../../webhooks/formats.ts';
import { headersOf } from '../../../webhooks/headers.ts';
import { codeBlock } from '../../components/codeBlock.ts';
import { timeAtEnd } from '../../components/time.ts';
import { type Html, html } from '../../html/html.ts';
import type { Attempt, DeliveryDetail } from '../../queries/deliveries.ts';
import type { PageContext } from '../../requests/pageContext.ts';

/** The body of a delivery is the same every time, so it is made here in the same way as for an attempt. */
export const bodyOf = (delivery: DeliveryDetail, { origin }: Pick<PageContext, 'origin'>): string =>
  formats[delivery.format]({ ...delivery, publicUrl: origin });

/** The headers of an attempt, as sent; null if its signatures were not recorded. */
function headersOfAttempt(
  delivery: DeliveryDetail,
  { attemptedAt, signatures }: Attempt,
): Record<string, string> | null {
  if (delivery.format === 'json' && signatures === null) return null;
  return headersOf(delivery, Date.parse(attemptedAt), signatures?.split(',') ?? []);
}

/** The headers and the body of the newest attempt, and a command that sends them again. */
export function requestSection(delivery: DeliveryDetail, context: PageContext): Html {
  const body = bodyOf(delivery, context);
  const [newest] = delivery.attempts;
  const headers = newest === undefined ? null : headersOfAttempt(delivery, newest);
  return html`
    <section><h2>Request</h2>
      <h3>Body</h3>
      ${codeBlock('body', 'body', JSON.stringify(JSON.parse(body), null, 2))}
      <details><summary>Exact bytes</summary>
        <p class="hint">${delivery.format === 'json' ? 'The signature is computed over these bytes. They are the same in every attempt.' : 'Corkboard writes a message when it sends it. If the workspace’s settings changed since, the message was different.'}</p>
        ${codeBlock('raw-body', 'exact body', body)}
      </details>
      <h3>Headers</h3>
      ${headersView(delivery, newest, headers, context)}
    </section>
    ${headers === null ? null : curlSection(delivery, headers, body)}`;
}

function headersView(
  delivery: DeliveryDetail,
  newest: Attempt | undefined,
  headers: Record<string, string> | null,
  { person }: PageContext,
): Html {
  if (newest !== undefined && headers !== null)
    return html`
      <p class="hint">As sent ${timeAtEnd(newest.attemptedAt, person)} The timestamp and signatures of other attempts are with each attempt.</p>
      ${headerList(headers)}`;
  const names = Object.keys(headersOf(delivery, 0, delivery.format === 'json' ? ['v1='] : []));
  return html`
    <p class="hint">${newest === undefined ? 'Nothing was sent yet. Each attempt has a timestamp and signatures of its own.' : 'The signatures of this attempt were not recorded.'}</p>
    <p>${names.map((name, n) => html`${n === 0 ? null : ', '}<code>${name}</code>`)}</p>`;
}

const headerList = (headers: Record<string, string>): Html =>
  html`<dl class="headers">${Object.entries(headers).map(
    ([name, value]) => html`<dt><code>${name}</code></dt><dd><code>${value}</code></dd>`,
  )}</dl>`;

const curlSection = (delivery: DeliveryDetail, headers: Record<string, string>, body: string): Html => html`
  <section><h2>Send it yourself</h2>
    <p>Paste this command into a shell to send the same request, for example to a receiver on your own machine.
      ${delivery.format === 'json' ? 'A receiver that checks the timestamp rejects it five minutes after it was signed.' : null}
      ${delivery.url === null ? html`Only the owner can see the endpoint’s URL, so set <code>WEBHOOK_URL</code> first.` : null}</p>
    ${codeBlock('curl', 'curl command', curlCommand(delivery.url, headers, body))}
  </section>`;
