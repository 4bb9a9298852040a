import { RemoteError } from '../errors/serviceError.ts';
import { type Endpoint, post } from './post.ts';
import { prompt } from './prompt.ts';
import { type Classification, parseJson, readVerdict, verdictSchema } from './verdict.ts';

/**
 * Asks the endpoint for a verdict. Null: it answered, but with nothing usable. Throws RemoteError where it
 * did not answer, or only with errors. The signal ends it at any point, a slow answer included.
 */
export async function ask(
  endpoint: Endpoint,
  subject: unknown,
  signal: AbortSignal,
): Promise<Classification | null> {
  const failed = (how: string) => new RemoteError('connection', `The classification endpoint ${how}.`);
  const { status, text } = await complete(endpoint, subject, signal).catch(() => {
    throw failed(signal.aborted ? 'took too long' : 'could not be reached');
  });
  if (status < 200 || status > 299) throw failed(`answered with status ${status}`);
  return readVerdict(parseJson(text));
}

async function complete(endpoint: Endpoint, subject: unknown, signal: AbortSignal) {
  const request = { model: endpoint.model, messages: prompt(subject) };
  const format = {
    type: 'json_schema',
    json_schema: { name: 'verdict', strict: true, schema: verdictSchema },
  };
  const answer = await post(endpoint, { ...request, response_format: format }, signal);
  // Servers that do not know schemas say so in these ways. The instructions ask for the same shape.
  if (answer.status !== 400 && answer.status !== 422) return answer;
  return post(endpoint, request, signal);
}
