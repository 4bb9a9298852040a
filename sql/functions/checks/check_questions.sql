create or replace function corkboard.check_questions(p_field text, p_questions text[]) returns void
language plpgsql strict
as $$
declare
  c_max_questions constant integer := 40;
  v_question text;
begin
  if cardinality(p_questions) > c_max_questions then
    perform corkboard.reject_field(p_field, format('must have at most %s questions', c_max_questions));
  end if;
  foreach v_question in array p_questions loop
    perform corkboard.check_required(p_field, v_question);
    perform corkboard.check_text(p_field, v_question, 200);
  end loop;
  if cardinality(p_questions) > (select count(distinct corkboard.trim_text(q)) from unnest(p_questions) q) then
    perform corkboard.reject_field(p_field, 'must ask each question once');
  end if;
end
$$;
comment on function corkboard.check_questions(text, text[]) is
  'Rejects with validation anything but a list of intake questions.';
