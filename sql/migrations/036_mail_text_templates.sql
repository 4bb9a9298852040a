do $$
begin
  alter table corkboard.mail_texts drop constraint mail_texts_template_check;
  alter table corkboard.mail_texts add constraint mail_texts_template_check check (template in (
    'invoice', 'estimate', 'scope', 'contract', 'reminder', 'change_order', 'portal', 'statement', 'credit_note')) not valid;
end
$$;
