create or replace function corkboard.initial_rate(p_format text) returns real
language sql immutable
as $$ select case when p_format in ('slack', 'discord') then 1 end $$;
comment on function corkboard.initial_rate(text) is
  'How many messages per second a new endpoint of this format gets. Slack and Discord allow about one. Null: no limit.';
