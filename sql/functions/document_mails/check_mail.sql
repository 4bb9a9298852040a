-- src/actions/documentMail.ts has the same rules.
create or replace function corkboard.check_mail(p_recipient text, p_cc text[], p_subject text, p_text text) returns void
language plpgsql
as $$
declare
  c_max_copies constant integer := 5;
  v_copy text;
begin
  perform corkboard.check_email('recipient', p_recipient);
  if cardinality(p_cc) > c_max_copies then
    perform corkboard.reject_field('cc', format('must have at most %s addresses', c_max_copies));
  end if;
  foreach v_copy in array coalesce(p_cc, '{}') loop
    perform corkboard.check_required('cc', v_copy);
    perform corkboard.check_email('cc', v_copy);
  end loop;
  perform corkboard.check_line('subject', p_subject, 200);
  perform corkboard.check_text('text', p_text, 5000);
end
$$;
comment on function corkboard.check_mail(text, text[], text, text) is
  'Rejects with validation an email to a client with an invalid address, more than five copies, a subject that is not one line of at most 200 characters, or a text that is blank or too long. Accepts nulls.';
