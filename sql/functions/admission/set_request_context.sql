-- Notes the request in settings of the transaction, which columns have as their defaults: otherwise every function that
-- records or emits something would have to pass it on. The settings end with the transaction.
create or replace function corkboard.set_request_context(p_request uuid, p_traceparent text) returns void
language plpgsql
as $$
begin
  perform set_config('corkboard.request_id', coalesce(p_request::text, ''), true),
          set_config('corkboard.traceparent', coalesce(p_traceparent, ''), true);
end
$$;
comment on function corkboard.set_request_context(uuid, text) is
  'Sets the Request-Id and, if there is one, the traceparent of this transaction''s request. The audit log and deliveries store them.';
