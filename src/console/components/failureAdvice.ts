import type { Name } from '../../webhooks/outcome.ts';
import { malformed, notHttp, onlyHttp2 } from '../../webhooks/reasons.ts';

/** Advice about a failed attempt, by its outcome. */
const advice: Record<Exclude<Name, 'succeeded' | 'http_status'>, string> = {
  timeout:
    'Answer within 10 seconds: store the event, answer with 204, and do the work afterwards. If the receiver never got the request, check its firewall.',
  dns: 'Check the host name in the endpoint’s URL and its DNS records.',
  refused_address:
    'The host name leads to a private or reserved address. Corkboard sends only to public IPv4 addresses.',
  connection: 'Check that the receiver is running and that its firewall lets requests through.',
  tls: 'Check the receiver’s certificate: it must be valid, issued for this host name, and sent with its intermediate certificates.',
  redirect: 'Corkboard doesn’t follow redirects. Change the endpoint’s URL to the final address.',
};

/** Advice about an answer that can't be read, by its reason. */
const adviceOnReason: Record<string, string> = {
  [notHttp]: 'Check the port in the endpoint’s URL: what answers there is not a server for HTTP/1.1.',
  [onlyHttp2]: 'Let the receiver, or the proxy in front of it, accept HTTP/1.1 beside HTTP/2.',
  [malformed]: 'Check the headers that the receiver and the proxies in front of it put into the answer.',
};

/** Advice about a receiver's response, by its status. */
function adviceOnStatus(status: number): string {
  if (status === 401 || status === 403)
    return 'The receiver rejected the request. Check that it uses this endpoint’s signing secret, and compare the signatures below.';
  if (status === 400 || status === 422)
    return 'The receiver didn’t accept the request. Its log says why; often it is the signature, which you can check below.';
  if (status === 404 || status === 405 || status === 410)
    return 'Nothing takes webhooks at this address. Check the path in the endpoint’s URL.';
  if (status === 413) return 'The receiver’s limit on the size of a request is too low.';
  if (status === 429)
    return 'The receiver gets too many requests at once. Corkboard pauses for as long as it asks, and slows down if it often answers 429.';
  if (status < 500) return 'Search the receiver’s log for the delivery ID.';
  return 'The receiver had an error of its own. Search its log for the delivery ID.';
}

/** Advice about a failed attempt, in whole sentences; null if it succeeded. */
export function failureAdvice(outcome: Name, status: number | null, reason: string | null): string | null {
  if (outcome === 'succeeded') return null;
  if (outcome === 'http_status') return adviceOnStatus(status ?? 500);
  return adviceOnReason[reason ?? ''] ?? advice[outcome];
}
