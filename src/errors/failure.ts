import { z } from 'zod';
import { ServiceError } from './serviceError.ts';

/** The API's error codes, each with its HTTP status. */
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

/** The body of every error response, the same for REST, tools and the console. */
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

/** The page where a person can lift a plan's limit; every 402 has it. */
const upgradeUrl = '/settings/billing';

/** A change of a record, from the audit log. */
export interface RecordedChange {
  actor: string;
  /** Like invoice.edited. */
  action: string;
  recordedAt: string;
  /** The old and new values of changed fields (corkboard.changed_values). */
  changes: Record<string, readonly [before: unknown, after: unknown] | readonly []> | null;
}

/** The parts of a Failure's message, and what only pages show. */
export interface FailureDetails {
  /** The dotted path of the invalid value. */
  field?: string;
  /** What is wrong with it: the end of the sentence that begins with the field, such as `must be at least 1`. */
  rule?: string;
  /** An amount in the rule, in the currency's minor unit. */
  cents?: number;
  /** Changes by others since a page showed the record, oldest first: only people in the console see it. */
  changes?: readonly RecordedChange[];
}

/** A request that is rejected, with what the caller is told. */
export class Failure extends ServiceError {
  readonly code: Code;
  readonly details: FailureDetails;

  constructor(code: Code, message: string, details: FailureDetails = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return statusOf[this.code];
  }

  /** The body of the error response. */
  get body(): z.infer<typeof ErrorBody> {
    return {
      error: this.message,
      code: this.code,
      ...(this.details.field === undefined ? {} : { field: this.details.field }),
      ...(this.code === 'plan_limit' ? { upgradeUrl } : {}),
    };
  }
}

/** A field that is refused, by the rule that it breaks. */
export const invalid = (field: string, rule: string): Failure =>
  new Failure('validation', `${field} ${rule}.`, { field, rule });
