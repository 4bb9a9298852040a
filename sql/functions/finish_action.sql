-- The second half of what a person does in the console (the first is begin_action). A secret is shown in this one answer, and
-- stored nowhere: the fields named are left out of what is kept.
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
