-- One search leads from the Request-Id that a caller got to what the request changed and to what receivers answered. The
-- defaults take what corkboard.note_request noted in the same transaction; what no request caused has none.
alter table corkboard.audit_log add column request_id uuid;
alter table corkboard.audit_log alter column request_id
  set default nullif(current_setting('corkboard.request_id', true), '')::uuid;
comment on column corkboard.audit_log.request_id is
  'The Request-Id of the request that did it; null where no request did: the operator''s command, a job.';

alter table corkboard.webhook_deliveries add column request_id uuid;
alter table corkboard.webhook_deliveries alter column request_id
  set default nullif(current_setting('corkboard.request_id', true), '')::uuid;
alter table corkboard.webhook_deliveries add column traceparent text;
alter table corkboard.webhook_deliveries alter column traceparent
  set default nullif(current_setting('corkboard.traceparent', true), '');
comment on column corkboard.webhook_deliveries.request_id is
  'The Request-Id of the request whose event it is; null where no request caused it. A replay keeps it.';
comment on column corkboard.webhook_deliveries.traceparent is
  'Which trace that request was part of (W3C Trace Context), if it said so: the receiver is told.';
