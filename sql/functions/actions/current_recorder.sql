create or replace function corkboard.current_recorder() returns text
language sql stable
as $$
  select case when current_setting('corkboard.is_client', true) = 'true' then null
         else coalesce(nullif(current_setting('corkboard.actor', true), ''), 'operator') end
$$;
comment on function corkboard.current_recorder() is
  'Who records, in this transaction, what a client approved or signed: the setting corkboard.actor (a member''s email address), otherwise operator; null: nobody does, the client acts through a share link.';
