create or replace function corkboard.notification_kinds() returns text[]
language sql immutable
as $$ select '{approved,declined,signed,intake_submitted,inquiry,viewed,overdue,paid}'::text[] $$;
comment on function corkboard.notification_kinds() is 'The kinds of notifications that members can get by email.';
