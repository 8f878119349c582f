// Shows a sheet of HTML and tells which marked place was clicked.
// The sheet is rewritten only when its content changed; panes keep their scroll position; a click
// is shown at once, before the server answers; selecting text is not a click.
const reveal = (target, smooth) => {
  const pane = target.closest('[data-pane]');
  if (!pane) { target.scrollIntoView({ block: 'center', behavior: smooth ? 'smooth' : 'auto' }); return; }
  const box = target.getBoundingClientRect(), frame = pane.getBoundingClientRect();
  pane.scrollTop += box.top - frame.top - frame.height * 0.3;
};
const choose = (root, go) => {
  root.querySelectorAll('.sel').forEach((e) => e.classList.remove('sel'));
  root.querySelectorAll('[data-go]').forEach((e) => { if (e.dataset.go === go) e.classList.add('sel'); });
};
export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = parentElement.querySelector('.leaf');
  if (root.dataset.signature !== data.signature) {
    const tops = {};
    root.querySelectorAll('[data-pane]').forEach((p) => { tops[p.dataset.pane] = p.scrollTop; });
    root.innerHTML = data.html;
    root.dataset.signature = data.signature;
    root.querySelectorAll('[data-pane]').forEach((p) => { p.scrollTop = tops[p.dataset.pane] || 0; });
  }
  if (data.reveal && root.dataset.revealed !== data.reveal_signature) {
    const target = root.querySelector(data.reveal);
    if (target) { root.dataset.revealed = data.reveal_signature; requestAnimationFrame(() => reveal(target, false)); }
  }
  const act = (event) => {
    const jump = event.target.closest('[data-jump]');
    if (jump) {
      event.preventDefault();
      const target = root.querySelector(jump.dataset.jump);
      if (target) {
        reveal(target, true);
        target.classList.remove('flash'); void target.offsetWidth; target.classList.add('flash');
      }
      return;
    }
    const go = event.target.closest('[data-go]');
    if (!go || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (!go.matches('a') && String(window.getSelection())) return;
    event.preventDefault();
    if (go.dataset.mark !== undefined) choose(root, go.dataset.go);
    setTriggerValue('go', go.dataset.go);
  };
  root.onclick = act;
  root.onkeydown = (event) => {
    if ((event.key === 'Enter' || event.key === ' ') && event.target.matches('[role=button]')) act(event);
  };
}
