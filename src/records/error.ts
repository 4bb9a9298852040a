import { z } from 'zod';
import { type Code, statusOf } from '../failure.ts';

/** What every refusal answers, on every surface (spec: Errors). */
export const ErrorBody = z.strictObject({
  error: z.string().min(1).meta({ description: 'What is wrong and what to change, for a person to read.' }),
  code: z.enum(Object.keys(statusOf) as [Code, ...Code[]]),
  field: z
    .string()
    .optional()
    .meta({ description: 'With validation: the path of what is wrong, with dots, like lineItems.0.colour.' }),
  upgradeUrl: z
    .string()
    .optional()
    .meta({ description: "With plan_limit: the app's page where a person lifts the limit." }),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
