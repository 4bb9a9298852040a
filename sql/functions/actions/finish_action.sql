-- The second half of what a person does in the console (the first is begin_action). The fields in p_unkept are secrets:
-- they are shown in this one answer, and left out of the copy that is kept for a replay.
create or replace function corkboard.finish_action(p_workspace uuid, p_once text, p_answer json, p_unkept text[] default '{}')
returns text
language plpgsql
as $$
begin
  if p_once is not null and p_answer is not null then
    perform corkboard.finish_write(
      p_workspace, corkboard.once_key(p_once), sha256(convert_to(p_once, 'UTF8')), (p_answer::jsonb - p_unkept)::text);
  end if;
  return p_answer;
end
$$;
comment on function corkboard.finish_action(uuid, text, json, text[]) is
  'Keeps what came of a form for 24 hours, without the fields that are shown once only, and returns it whole. A null answer is not kept.';
