/** The kinds of documents; `check`: what issuing an invoice or estimate now would give (issueCheck.ts). */
export const documentKinds = [
  'invoice',
  'estimate',
  'credit_note',
  'scope',
  'contract',
  'change_order',
  'statement',
  'reminder',
  'check',
] as const;
export type DocumentKind = (typeof documentKinds)[number];
