import { z } from 'zod';
import { json } from '../records/columns.ts';
import { partDues } from '../vocabulary/documents.ts';
import { boundedCents, day, integer } from '../vocabulary/fields.ts';
import { type Action, action, hiddenInput } from './define.ts';
import { shownVersion } from './fields.ts';
import { invoiceAnswer } from './invoice.ts';

// Payment plans of a scope and of an estimate, which members change in the console only.

const part = z.strictObject({
  shareBps: integer(1, 10_000, ' of basis points: 2000 is 20 %').optional(),
  amountCents: boundedCents.min(1).optional(),
  due: z.enum(partDues),
  dueOn: day.optional(),
});

const input = z.strictObject({
  // Without any, the plan is removed.
  parts: hiddenInput(z.array(part).max(12).optional()),
  version: shownVersion,
});

const plan: Pick<Action, 'input' | 'prepare' | 'done'> & { button: string; only: 'console' } = {
  input,
  prepare: async ({ parts = [] }) => ({
    plan: (parts as object[]).length === 0 ? null : JSON.stringify(parts),
  }),
  button: 'Save payment plan',
  only: 'console',
  done: 'Payment plan saved.',
};

export const planScope = action({
  ...plan,
  name: 'scope.plan',
  on: 'project',
  sqlCall:
    'plan_scope(p_workspace => begun.workspace_id, p_project => record.id, p_parts => :plan::jsonb, p_version => :version)',
  answer: `${json('projectId version')} as scope`,
  isOffered: ({ version, approvedAt, priceCents }) =>
    (version as number) > 0 && approvedAt === null && priceCents !== null,
  auditEntries: { 'scope.drafted': 'drafted the scope of a project' },
});

export const planEstimate = action({
  ...plan,
  name: 'estimate.plan',
  on: 'invoice',
  sqlCall:
    'plan_estimate(p_workspace => begun.workspace_id, p_estimate => record.id, p_parts => :plan::jsonb, p_version => :version)',
  answer: invoiceAnswer,
  isOffered: ({ kind, status }) => kind === 'estimate' && status === 'DRAFT',
  auditEntries: { 'estimate.planned': 'changed the payment plan of an estimate' },
});
