create or replace function corkboard.current_recorder() returns text
language sql stable
as $$
  select case when current_setting('corkboard.is_client', true) = 'true' then null
         else coalesce(nullif(current_setting('corkboard.actor', true), ''), 'operator') end
$$;
comment on function corkboard.current_recorder() is
  'Who records a client''s approval or signature in this transaction: the member in corkboard.actor, otherwise operator; null if the client acts through a share link.';
