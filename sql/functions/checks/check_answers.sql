create or replace function corkboard.check_answers(p_field text, p_answers json) returns void
language plpgsql strict
as $$
declare
  c_max_answers constant integer := 40;
  v_question text;
  v_answer json;
begin
  if json_typeof(p_answers) <> 'object' then
    perform corkboard.reject_field(p_field, 'must be an object');
  end if;
  if (select count(*) from json_object_keys(p_answers)) > c_max_answers then
    perform corkboard.reject_field(p_field, format('must have at most %s answers', c_max_answers));
  end if;
  select corkboard.trim_text(q.question) into v_question from json_object_keys(p_answers) q (question)
   group by 1 having count(*) > 1 limit 1;
  if found then
    perform corkboard.reject_field(format('%s.%s', p_field, v_question), 'must be asked once');
  end if;
  for v_question, v_answer in select a.key, a.value from json_each(p_answers) a loop
    perform corkboard.check_text(format('%s.%s', p_field, v_question), v_question, 200);
    if json_typeof(v_answer) <> 'string' then
      perform corkboard.reject_field(format('%s.%s', p_field, v_question), 'must be text');
    end if;
    perform corkboard.check_text(format('%s.%s', p_field, v_question), nullif(v_answer #>> '{}', ''), 5000);
  end loop;
end
$$;
comment on function corkboard.check_answers(text, json) is
  'Rejects with validation anything but intake answers: an object of texts keyed by question. The field names the question: intake.<question>.';
