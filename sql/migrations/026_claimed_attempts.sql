create type corkboard.claimed_attempt as (
  "workspaceId" uuid, "endpointId" uuid, "deliveryId" uuid, "jobNumber" integer, claim uuid, "claimedAt" text, "atOnce" integer, room integer,
  event text, "createdAt" text, data text, url text, format text, secrets text[],
  "requestId" uuid, traceparent text, locale text, "timeZone" text
);
comment on type corkboard.claimed_attempt is
  'What a worker needs to make an attempt: the delivery and the claim on it, how many attempts are now under way at its endpoint and how many more may begin, the event, where it goes, the stored secrets that sign it, the newest first, and for messages that people read the workspace''s locale and time zone.';

comment on table corkboard.webhook_paces is
  'At which pace each endpoint is sent to, as it was learned from its answers (docs/deliveries.md). One row for each endpoint.';
