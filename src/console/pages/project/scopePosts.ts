import { z } from 'zod';
import { approveScope, duplicateScope, resolveRequest, signContract } from '../../../actions/agreement.ts';
import { approveChangeOrder, proposeChangeOrder } from '../../../actions/changeOrder.ts';
import { clearable } from '../../../actions/fields.ts';
import { renewContractLink, renewScopeLink } from '../../../actions/link.ts';
import { planScope } from '../../../actions/paymentPlan.ts';
import { sql } from '../../../database/sql.ts';
import { draftScope } from '../../../operations/draftScope.ts';
import { boundedCents, integer } from '../../../vocabulary/fields.ts';
import { asUuid } from '../../../vocabulary/id.ts';
import { requiredText } from '../../../vocabulary/text.ts';
import { currencyOptions } from '../../forms/currencies.ts';
import { fieldsOf } from '../../forms/fields.ts';
import type { Post } from '../../forms/post.ts';
import { byAction } from '../../posts/byAction.ts';
import { byOperation } from '../../posts/byOperation.ts';
import { planPost } from '../paymentPlan.ts';

// The posts of the scope's tab.

const pageQuery = { tab: 'scope' };

const drafted = byOperation(draftScope, {
  path: '/projects/:id/scope/draft',
  button: 'Draft scope',
  done: 'Scope saved. Send your client the link to approve it.',
  pageQuery,
  looks: {
    deliverables: { hint: 'One per line' },
    revisionRounds: { hint: 'Rounds included in the price' },
    timeline: { hint: 'For example, “six weeks from kickoff”' },
    priceCents: { hint: 'Leave blank for work that is billed by the hour' },
    currency: { ...currencyOptions, hint: 'If you change it, enter the amounts again.' },
  },
});

/**
 * Unlike the API, a form removes a timeline or price if its field is left blank. It also has the project's hourly rate, which
 * is in the scope's currency.
 */
const formInput = z.strictObject({
  ...draftScope.input.shape,
  timeline: clearable(requiredText(500)),
  priceCents: clearable(boundedCents),
  hourlyRateCents: clearable(boundedCents),
  version: integer(0, 2_147_483_647).optional(),
});

const formOnlyFields = fieldsOf(formInput.pick({ hourlyRateCents: true, version: true }), {
  version: { hidden: true },
});

/**
 * Edits the scope from the version that the person saw, so that a version drafted meanwhile isn't replaced unseen. Unedited
 * amounts are not sent, so that they can't be read as amounts in another currency.
 */
export const draft: Post = {
  ...drafted,
  fields: [...drafted.fields, ...formOnlyFields],
  changes: ['priceCents', 'hourlyRateCents'],
  input: formInput,
  sqlCall: ({ version = null, timeline, priceCents, hourlyRateCents, ...input }, asked, config, more) => {
    const id = asUuid(asked.params.id!);
    const cleared = Object.entries({ timeline, price_cents: priceCents }).filter(
      ([, value]) => value === null,
    );
    const given = { ...input, timeline: timeline ?? undefined, priceCents: priceCents ?? undefined };
    const rate = hourlyRateCents === undefined ? {} : { hourly_rate_cents: hourlyRateCents as number | null };
    return sql.fragment`
      select d.*
        from (select corkboard.change_hourly_rate(corkboard.clear_scope_fields(
                corkboard.check_scope_currency(
                  corkboard.check_scope_version(begun.caller, ${id}, ${version as number | null}),
                  ${id}, ${(input.currency as string | undefined) ?? null},
                  ${priceCents !== undefined}, ${hourlyRateCents !== undefined}),
                ${id}, ${sql.array(
                  cleared.map(([column]) => column),
                  'text',
                )}), ${id}, ${sql.jsonb(rate)}) as caller) begun
       cross join lateral (${drafted.sqlCall(given, asked, config, more)}) d`;
  },
};

/** A member records the client's approval or signature, and the pages say so. */
export const approve = byAction(approveScope, {
  path: '/projects/:id/scope/approve',
  pageQuery,
  button: 'Record approval',
  irreversible:
    'Record that the client approved this scope. Every page will show that you recorded it for them. The scope can’t be drafted again: later changes are recorded as change orders.',
});
/** Drafts the scope of another project, and shows that. */
export const duplicate = byAction(duplicateScope, {
  path: '/projects/:id/scope/duplicate',
  pageQuery,
  redirectTo: ({ scope }) => `/projects/${scope.projectId}?tab=scope`,
  looks: { to: { kind: 'select', hint: 'Projects that have no scope yet' } },
});
const signed = byAction(signContract, { path: '/projects/:id/contract/sign', pageQuery });
export const sign: Post = {
  ...signed,
  button: 'Record signature',
  irreversible:
    'Record that the client signed this contract. Every page will show that you recorded it for them. The contract is kept as it is now.',
  // The scope is checked in the transaction, under the lock that `begun` holds.
  sqlCall: (input, at, config, more) => sql.fragment`
    select d.*
      from (select corkboard.check_scope_approved(begun.workspace_id, ${asUuid(at.params.id!)}) as workspace_id) begun
     cross join lateral (${signed.sqlCall(input, at, config, more)}) d`,
};
export const addChangeOrder = byAction(approveChangeOrder, {
  path: '/projects/:id/change-orders/approve',
  pageQuery,
  looks: {
    currency: { ...currencyOptions, hint: undefined },
    rounds: { label: 'Revision rounds', hint: 'Additional rounds that this change order includes' },
  },
});
/** Its price is in the scope's currency, which the form shows. */
export const propose = byAction(proposeChangeOrder, {
  path: '/projects/:id/change-orders/propose',
  pageQuery,
  redirectTo: ({ proposal }) => `/projects/${proposal.projectId}/change-orders/${proposal.id}`,
  looks: { description: { rows: 8 } },
  amountsOf: 'project',
});
export const resolve = byAction(resolveRequest, {
  path: '/projects/:id/scope/requests/:request/resolve',
  record: 'request',
  parents: { id: 'project_id' },
  pageQuery,
});
/** Replace the links. */
export const renewals = {
  scope: byAction(renewScopeLink, { path: '/projects/:id/scope/renew-link', pageQuery }),
  contract: byAction(renewContractLink, { path: '/projects/:id/contract/renew-link', pageQuery }),
};
export const plan: Post = {
  ...planPost(planScope, '/projects/:id/scope/plan', pageQuery),
  amountsOf: 'project',
};

export const scopePosts = [
  ...[plan, draft, approve, duplicate, sign, addChangeOrder, propose, resolve],
  ...[renewals.scope, renewals.contract],
];
