create or replace function corkboard.subscribable_events() returns text[]
language sql immutable
as $$
  select '{intake.submitted,scope.approved,contract.signed,invoice.sent,invoice.paid,change_order.approved,
           invoice.viewed,invoice.overdue,revision.logged,client.created}'::text[]
$$;
comment on function corkboard.subscribable_events() is 'The events that an endpoint can subscribe to.';
