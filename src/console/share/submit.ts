import { sql } from '../../database/pool.ts';
import { writerOf } from '../../database/tenantCache.ts';
import { clientAddress } from '../../http/clientAddress.ts';
import type { Handler } from '../../http/handler.ts';
import { maxBytesOf, readForm } from '../forms/formBody.ts';
import { idempotencyKey } from '../forms/idempotency.ts';
import { parseInput } from '../forms/parseInput.ts';
import type { Invalid } from '../forms/rejectedForm.ts';
import { invalidBy } from '../posts/postOutcome.ts';
import { postStatement } from '../posts/postStatement.ts';
import type { ConsoleResources } from '../requests/console.ts';
import { rejectCrossSite } from '../requests/crossSite.ts';
import { redirect } from '../requests/reply.ts';
import {
  ensureWorkspaceKnown,
  type LinkRequest,
  linkNotFound,
  linkRequest,
  tenantOfLink,
  workspaceOf,
} from './link.ts';
import type { ClientPost, SharePage } from './sharePage.ts';
import { showSharePage } from './show.ts';

/** The handler of a client's form. */
export function submitHandler(resources: ConsoleResources, shared: SharePage, post: ClientPost): Handler {
  const most = maxBytesOf(post.fields);
  return async (req, res) => {
    // First, because a form from another site gets 403 for any link.
    rejectCrossSite(resources, req);
    const request = linkRequest(resources, req, res, shared);
    const senderOf = async () => ({ sender: 'client', group: await workspaceOf(request) }) as const;
    const form = await readForm(resources, req, res, { maxBytes: most, senderOf });
    const outcome = await perform(request, post, form);
    if (outcome.kind === 'done') return redirect(req, res, request.here + (post.doneQuery ?? ''));
    await showSharePage(request, { post, outcome, form });
  };
}

/** Performs a client's action in one transaction and one round trip. The same form sent again changes nothing. */
async function perform(
  request: LinkRequest,
  post: ClientPost,
  form: URLSearchParams,
): Promise<{ kind: 'done' } | Invalid> {
  const { resources, req, shared, token, hash } = request;
  if (post.honeypot !== undefined && form.get(post.honeypot)) {
    await workspaceOf(request);
    return { kind: 'done' };
  }
  const { issues, value: input } = parseInput(post, form);
  if (issues) return { kind: 'invalid', issues };
  // The audit log has the name. A person who is no client gives it as `name`, so that not even the log has it.
  const clientName = (input.by ?? null) as string | null;
  const displayed = (input.document ?? input.version?.toString() ?? null) as string | null;
  const sender = {
    address: clientAddress(req, resources.config.trustProxy),
    browser: req.headers['user-agent'] || null,
  };
  const key = idempotencyKey(`${shared.page} ${hash.toString('base64url')}`, form);
  const { requestId, traceparent } = req.access;
  await ensureWorkspaceKnown(request);
  const tenant = writerOf(tenantOfLink(request));
  const begin = sql.fragment`corkboard.begin_client_action(
    ${shared.page}, ${token}, ${clientName}, ${displayed}, ${key}, ${requestId}, ${traceparent},
    ${tenant.workspaceId}::uuid, ${post.verb}, ${sender.address}::inet)`;
  try {
    const statement = postStatement({ begin, call: post.sqlCall(input, sender), key });
    const row = await resources.database.forClient(req.deadline, tenant).maybeOne(statement);
    if (row === null || row.answer === null) throw linkNotFound();
    return { kind: 'done' };
  } catch (error) {
    return invalidBy(error, { ...post, path: `/${shared.page}/:token` });
  }
}
