-- src/actions/documentMail.ts has the same rules.
create or replace function corkboard.check_filled_mail(p_recipient text, p_cc text[], p_subject text, p_text text) returns void
language plpgsql
as $$
declare
  c_placeholders constant text := array_to_string(corkboard.mail_placeholders(), '|');
  c_rule constant text := 'must have the value itself in place of {%s}, which is only filled in in Settings';
  v_subject constant text := substring(p_subject from '\{(' || c_placeholders || '|link)\}');
  v_text constant text := substring(p_text from '\{(' || c_placeholders || ')\}');
begin
  perform corkboard.check_mail(p_recipient, p_cc, p_subject, p_text);
  if v_subject is not null then
    perform corkboard.reject_field('subject', format(c_rule, v_subject));
  end if;
  if v_text is not null then
    perform corkboard.reject_field('text', format(c_rule, v_text));
  end if;
end
$$;
comment on function corkboard.check_filled_mail(text, text[], text, text) is
  'Rejects with validation an email to a client that check_mail rejects, or that still has a placeholder of the texts with which emails begin; {link} in the text becomes the link. Accepts nulls.';
