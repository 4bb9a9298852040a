import { z } from 'zod';
import { ServiceError } from './serviceError.ts';

/** The error codes of the specification, each with its HTTP status: the only place where the two meet. */
export const statusOf = {
  bad_request: 400,
  invalid_key: 401,
  plan_limit: 402,
  scope_required: 403,
  not_found: 404,
  conflict: 409,
  payload_too_large: 413,
  validation: 422,
  idempotency_mismatch: 422,
  rate_limited: 429,
  internal: 500,
} as const;

export type Code = keyof typeof statusOf;

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

/** Where a person lifts a plan's limit; every 402 carries it. */
const upgradeUrl = '/settings/billing';

/** What the service answers instead of doing what was asked. `field` is the dotted path of what is wrong. */
export class Failure extends ServiceError {
  readonly code: Code;
  readonly field: string | undefined;

  constructor(code: Code, message: string, field?: string) {
    super(message);
    this.code = code;
    this.field = field;
  }

  get status(): number {
    return statusOf[this.code];
  }

  /** The error body, equal on every surface. */
  get body(): z.infer<typeof ErrorBody> {
    return {
      error: this.message,
      code: this.code,
      ...(this.field === undefined ? {} : { field: this.field }),
      ...(this.code === 'plan_limit' ? { upgradeUrl } : {}),
    };
  }
}
