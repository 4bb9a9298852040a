create or replace function corkboard.pace_in_words(p_pace corkboard.webhook_paces) returns text
language sql stable
as $$
  select case
    when p_pace.rate is null then 'it takes ' || floor(p_pace.window_size) || ' at a time'
    when p_pace.rate < 0.1 then 'it takes ' || trim_scale(round((p_pace.rate * 60)::numeric, 1)) || ' a minute'
    else 'it takes ' || trim_scale(round(p_pace.rate::numeric, 1)) || ' a second'
  end
$$;
comment on function corkboard.pace_in_words(corkboard.webhook_paces) is
  'What limits how fast an endpoint is sent to: its rate, or where none is known how many attempts run at once.';
