create or replace function corkboard.set_mail_text(
  p_workspace uuid, p_template text, p_language text, p_subject text, p_text text
) returns corkboard.workspaces
language plpgsql
as $$
declare
  c_placeholders constant text[] := corkboard.mail_placeholders();
  v_now timestamptz;
  v_workspace corkboard.workspaces;
begin
  perform corkboard.check_required('template', p_template);
  perform corkboard.check_one_of('template', p_template, corkboard.mail_templates());
  perform corkboard.check_required('language', p_language);
  perform corkboard.check_one_of('language', p_language, corkboard.document_languages());
  perform corkboard.check_mail(null, null, p_subject, p_text);
  perform corkboard.check_placeholders('subject', p_subject, c_placeholders);
  perform corkboard.check_placeholders('text', p_text, c_placeholders || 'link'::text);
  perform corkboard.lock_workspace(p_workspace);
  v_now := clock_timestamp();
  if p_subject is null or p_text is null then
    delete from corkboard.mail_texts t
     where t.workspace_id = p_workspace and t.template = p_template and t.language = p_language;
  else
    insert into corkboard.mail_texts as t (workspace_id, template, language, subject, text, changed_at)
    values (p_workspace, p_template, p_language, p_subject, p_text, v_now)
    on conflict (workspace_id, template, language) do update
       set subject = excluded.subject, text = excluded.text, changed_at = excluded.changed_at
     where t.subject <> excluded.subject or t.text <> excluded.text;
  end if;
  if found then
    perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'mail_text.changed', 'workspace', p_workspace);
  end if;
  select * into v_workspace from corkboard.workspaces w where w.id = p_workspace;
  return v_workspace;
end
$$;
comment on function corkboard.set_mail_text(uuid, text, text, text, text) is
  'Sets the text with which a workspace begins an email to a client in a language, or without a subject or text goes back to the one that comes with Corkboard. Rejects with validation, not_found.';
