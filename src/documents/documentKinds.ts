/** The kinds of documents. */
export const documentKinds = [
  'invoice',
  'estimate',
  'scope',
  'contract',
  'change_order',
  'statement',
  'reminder',
] as const;
export type DocumentKind = (typeof documentKinds)[number];
