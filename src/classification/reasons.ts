/** Why an answer has no verdict, as the database knows it and as the caller reads it (decisions: Classification). */
export const reasons = {
  not_configured: 'not configured for this workspace',
  not_in_plan: 'not included in the plan',
  late: 'did not answer in time',
  unusable: 'gave no usable answer',
} as const;

export type Reason = keyof typeof reasons;
